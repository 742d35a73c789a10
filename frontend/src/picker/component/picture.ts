/** The picture of a component: the host's thumbnail, or a new one if that is outdated or missing. */
import { useEffect, useEffectEvent, useState } from 'react';
import { DEFAULT_VERSION } from '../../../../src/global/defaults';
import { logError } from '../../../../src/global/logger';
import { backendOf } from '../../../../src/utils/frontend/addresses';
import type { ComponentEntry } from '../../../../src/utils/gateway/catalog/catalog';
import { thumbnailURL } from '../../../../src/utils/source/thumbnail';
import { isFresh } from '../../../../src/utils/thumbnail/metadata';
import { addressAt } from '../../../../src/utils/thumbnail/revalidate';
import { usePicker, type Picker } from '../context';
import { whenIdle } from './when-idle';

export type Pictured = Pick<ComponentEntry, 'id' | 'modifiedAt' | 'thumbnail'>;

/** URLs of pictures since the page was loaded, by address and modification; null if there is none. */
const urlCache = new Map<string, string | null>();
let modulePromise: Promise<typeof import('../../thumbnails/revalidate') | undefined> | undefined;

/** Imports the module once. If it is blocked, pickers work without it. */
const loadModule = (): NonNullable<typeof modulePromise> =>
  (modulePromise ??= import('../../thumbnails/revalidate').catch((error: unknown) => {
    logError('Could not make thumbnails', error);
    return undefined;
  }));

/** A data URL, which every page allows that allows thumbnails to be drawn. */
const dataURL = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error!);
    reader.readAsDataURL(file);
  });

type Outcome = Awaited<ReturnType<(typeof import('../../thumbnails/revalidate'))['revalidateVersionThumbnail']>>;

/** Renders a new thumbnail if needed, and reports the picture to show. */
async function renewThumbnail(
  { shell, dependencies }: Picker,
  { id, thumbnail }: Pictured,
  isWanted: () => boolean,
  show: (url: string | null) => void,
): Promise<Outcome> {
  const { gateway, cdn, element, frontend, container } = shell;
  const ready = (): Promise<boolean> => whenIdle(container, isWanted);
  if (!(await ready())) return 'unwanted';
  const thumbnails = await loadModule();
  if (!thumbnails) return 'failed';
  return thumbnails.revalidateVersionThumbnail(
    { gateway, dependencies, cdn, backend: backendOf(element), frontend },
    {
      ...{ id: `${id}/${DEFAULT_VERSION}`, ofComponent: true, ready },
      known: thumbnail
        ? { state: 'there', metadata: { componentRenderedAt: Date.parse(thumbnail.renderedAt) } }
        : { state: 'missing' },
      show: (picture) => void (picture instanceof Blob && dataURL(picture).then(show, () => {})),
    },
  );
}

/** URL of a component's picture; null if there is none. Call `fail` if it cannot be shown. */
export function usePicture(component: Pictured): readonly [url: string | null, fail: () => void] {
  const picker = usePicker();
  const { id, modifiedAt, thumbnail } = component;
  const [library, name] = id.split('/') as [string, string];
  const { href } = new URL(thumbnailURL({ cdn: picker.shell.cdn, library, component: name }), document.baseURI);
  const key = `${href} ${modifiedAt}`;
  const storedURL = thumbnail && addressAt(href, Date.parse(thumbnail.renderedAt));
  const isCurrent =
    urlCache.has(key) ||
    (thumbnail && isFresh({ componentRenderedAt: Date.parse(thumbnail.renderedAt) }, modifiedAt)) === true;
  const [, setRenderCount] = useState(0);
  const show = (url: string | null): void => {
    urlCache.set(key, url);
    setRenderCount((count) => count + 1);
  };
  // The key identifies the other values.
  const revalidate = useEffectEvent(async (isShown: () => boolean) => {
    const outcome = await renewThumbnail(picker, component, isShown, show);
    // The host now has the thumbnail, so the local copy is not needed.
    if (outcome === 'renewed') urlCache.set(key, addressAt(href, Date.now()));
    // A failed renewal is not tried again.
    else if (outcome !== 'unwanted' && !urlCache.has(key)) urlCache.set(key, storedURL);
  });
  useEffect(() => {
    if (isCurrent) return undefined;
    let isShown = true;
    void revalidate(() => isShown);
    return () => void (isShown = false);
  }, [key, isCurrent]);
  return [urlCache.get(key) ?? (urlCache.has(key) ? null : storedURL), () => show(null)];
}
