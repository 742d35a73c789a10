/** Creates the thumbnail of a view: renders it, takes a screenshot, and scales it down to the stored size. */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';
import { drawingOf } from '../../../src/utils/thumbnail/layout';
import { THUMBNAIL_QUALITY } from '../../../src/utils/thumbnail/limits';
import { withFrame, type RenderOptions } from './render-frame';
import { screenshot } from './screenshot';

/** @throws the errors of rendering and of the screenshot */
export const drawThumbnail = (
  options: RenderOptions,
  dependencies: ScriptDependencies,
  { proxy, frontend }: { readonly proxy: string; readonly frontend: string },
): Promise<Blob> =>
  withFrame(options, dependencies, async (element) => {
    const { width } = options;
    const { height, scale, kept } = drawingOf(width, element.getBoundingClientRect().height);
    const { trustedTypes } = dependencies;
    const capture = await screenshot(element, { width, height, scale, proxy }, { frontend, trustedTypes });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, kept);
    const context = canvas.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(capture, 0, 0, kept.width, kept.height);
    return new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The browser made no JPEG of the thumbnail.'))),
        'image/jpeg',
        THUMBNAIL_QUALITY,
      ),
    );
  });
