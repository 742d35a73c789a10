/** Edits an image: another picture of the host, an upload, its alternative text or addresses. */
import { useState, type ReactNode } from 'react';
import { insertAfter } from '../../../../../src/utils/editing/model/commands/insert-after';
import { paste } from '../../../../../src/utils/editing/model/commands/paste';
import {
  boundSourceOf,
  setImage,
  sourcePathOf,
  type ImageValues,
  type PictureSource,
} from '../../../../../src/utils/editing/model/commands/set-image';
import {
  attributeOf,
  resolveChildren,
  resolveElement,
  isResolvedElement,
  type ResolvedElement,
} from '../../../../../src/utils/editing/model/syntax-tree';
import { serializeImage } from '../../../../../src/utils/editing/model/clipboard/serialize';
import type { Command } from '../../../../../src/utils/editing/model/state';
import type { ChangedPicture } from '../../../picker/media/current';
import type { PickerPictureBinding } from '../../../../../src/utils/frontend/types';
import type { EditorController } from '../../types';
import { useEditor, useEditorState } from '../context';
import { countCopies } from '../copies';
import { editPath } from '../edit-path';
import { runAndAnnounce } from '../run-and-announce';
import { takeDroppedFiles } from '../file-drop';
import { Picking } from './dialog';
import { insertAndSelect } from './insert';
import { sizesOf, type PickedPicture } from './sizes';

const parentPicture = ({ parent }: ResolvedElement): ResolvedElement | undefined =>
  parent?.node.tag === 'picture' ? parent : undefined;

function sourcesOf(image: ResolvedElement): PictureSource[] {
  const picture = parentPicture(image);
  const sources = picture ? resolveChildren(picture).filter(isResolvedElement) : [];
  return sources
    .filter(({ node }) => node.tag === 'source')
    .map(({ node }) => {
      const attributeEntry = (name: string): Record<string, string> => {
        const value = attributeOf(node, name);
        return value === undefined ? {} : { [name]: value };
      };
      return {
        srcset: '',
        ...attributeEntry('srcset'),
        ...attributeEntry('media'),
        ...attributeEntry('type'),
        ...attributeEntry('sizes'),
      };
    });
}

/** The changes of the current picture. */
function changesOf(image: ResolvedElement, { src, alt, sources, isOwn }: ChangedPicture): ImageValues {
  const current = sourcesOf(image);
  // Meanwhile, the document may have other sources than the panel.
  const after = current.map((source, index) => ({ ...source, srcset: sources[index] ?? source.srcset }));
  const isSame = after.every(({ srcset }, index) => srcset === current[index]!.srcset);
  return {
    ...(isOwn ? { isOwn } : {}),
    ...(src === (attributeOf(image.node, 'src') ?? '') ? {} : { src }),
    ...(alt === (attributeOf(image.node, 'alt') ?? '') ? {} : { alt }),
    // A source without an address is removed.
    ...(isSame ? {} : { sources: after.filter(({ srcset }) => srcset) }),
  };
}

/** The new picture keeps the width of the old one. */
function valuesOf({ node }: ResolvedElement, picture: PickedPicture): ImageValues {
  const { width, height } = picture;
  const currentWidth = Number(attributeOf(node, 'width'));
  return {
    ...sizesOf(picture),
    ...(currentWidth > 0 && attributeOf(node, 'height') ? { height: Math.round((currentWidth * height) / width) } : {}),
  };
}

/** Describes the data binding of an image, with the possible actions. */
function bindingOf(controller: EditorController, image: ResolvedElement, bound: ResolvedElement): PickerPictureBinding {
  const { t } = controller.messages;
  const path = sourcePathOf(bound)!;
  const count = countCopies(controller, image);
  return {
    note: t(count > 1 ? 'image.boundCopies' : 'image.bound', { path, count }),
    keep: t('image.keep'),
    own: t(count > 1 ? 'image.ownCopies' : 'image.own', { count }),
    edit: t('path.edit'),
    editPath: () => editPath(controller, bound.node.id),
  };
}

/** Inserts a new image after the selected element, else at the caret. */
function NewImage({ files }: { readonly files: readonly File[] }): ReactNode {
  const { controller } = useEditor();
  const { t } = controller.messages;
  const [chosen] = useState(controller.store.getState().selectedNode);
  const commandOf = (item: unknown): Command => {
    const { width, height } = item as PickedPicture;
    const image = { ...sizesOf(item as PickedPicture), size: { width, height } };
    return chosen === undefined ? paste([{ type: 'image', ...image }]) : insertAfter(serializeImage(image), chosen);
  };
  return (
    <Picking
      options={{ mode: 'media' }}
      use={{
        ...{ title: t('block.image'), files },
        refuse: ({ item }) =>
          controller.can(commandOf(item)) ? undefined : t('refused.element', { name: t('block.image') }),
      }}
      take={({ item }) => {
        if (chosen === undefined) runAndAnnounce(controller, commandOf(item), t('block.image'));
        else insertAndSelect(controller, commandOf(item), t('block.image'));
        return true;
      }}
    />
  );
}

export function ImagePanel(): ReactNode {
  const { controller } = useEditor();
  const panelNode = useEditorState((state) => state.panelNode);
  const document = useEditorState(({ snapshot }) => snapshot.editor?.document);
  const { t } = controller.messages;
  const [files] = useState(() => takeDroppedFiles(controller, panelNode));
  if (panelNode === undefined) return files ? <NewImage files={files} /> : null;
  const resolved = document && resolveElement(document, panelNode);
  if (!resolved) return null;
  const bound = boundSourceOf(resolved);
  const commandOf = (item: unknown): ImageValues => {
    const picked = item as ChangedPicture | PickedPicture;
    return 'variants' in picked
      ? { ...valuesOf(resolved, picked), ...(picked.isOwn ? { isOwn: true } : {}) }
      : changesOf(resolved, picked);
  };
  return (
    <Picking
      key={panelNode}
      options={{ mode: 'media', value: attributeOf(resolved.node, 'src') ?? '' }}
      use={{
        ...{ title: t('image.edit'), files },
        picture: {
          ...{ src: attributeOf(resolved.node, 'src') ?? '', alt: attributeOf(resolved.node, 'alt') ?? '' },
          sources: sourcesOf(resolved).map(({ srcset, media, type, sizes }, index) => ({
            ...{ srcset, label: media ?? type ?? sizes ?? String(index + 1) },
          })),
          binding: bound && bindingOf(controller, resolved, bound),
        },
        refuse({ value, item }) {
          const values = commandOf(item);
          const isAnother = values.src !== undefined || values.sources !== undefined;
          if (bound && isAnother && (item as ChangedPicture).isOwn === undefined)
            return controller.messages.t('image.undecided');
          if (!Object.keys(values).length || controller.can(setImage(panelNode, values))) return undefined;
          const address = values.src ?? values.sources?.map(({ srcset }) => srcset).join(', ') ?? value;
          return t('refused.address', { address });
        },
      }}
      take={({ item }) => {
        const values = commandOf(item);
        if (Object.keys(values).length) controller.run(setImage(panelNode, values));
        return true;
      }}
    />
  );
}
