/** Data mode: labels with the path of each bound value, and the bindings of the selected block, which a picker changes. */
import { useRef, useState, type ReactNode } from 'react';
import {
  bindAttribute,
  bindContent,
  bindingsOf,
  bindRepeater,
  bindSelection,
  isPath,
  unbindInlineNode,
} from '../../../../src/utils/editing/model/commands/bind';
import { linkAt } from '../../../../src/utils/editing/model/commands/link-at';
import { selectedRange } from '../../../../src/utils/editing/model/commands/target';
import {
  attributeOf,
  resolveElement,
  elementsOf,
  type ResolvedElement,
} from '../../../../src/utils/editing/model/syntax-tree';
import { closestRepeaterItem, SCOPE } from '../../../../src/utils/editing/model/repeater';
import type { Command } from '../../../../src/utils/editing/model/state';
import type { PickerBinding } from '../../../../src/utils/frontend/types';
import { selectedNodeId, pageElementOf } from './selected-element';
import { setPosition, useEditor, usePosition, useEditorState, useSurface } from './context';
import { runAndAnnounce } from './run-and-announce';
import type { EditorMessages } from '../types';
import { Picking } from './pickers/dialog';
import { occupiedEdges } from './toolbar-placement';
import { currentToolbarWidth } from './toolbar-width';

/** Maximum number of labels. More would hide the content. */
const MAX_LABELS = 100;
/** Minimum width of a label in pixels, so that it can be clicked. The next label starts where its own element ends. */
const MIN_WIDTH = 72;
/** Height in pixels of a label above its element. */
const LABEL_HEIGHT = 24;

function Label({ id, text }: { readonly id: number; readonly text: string }): ReactNode {
  const { controller } = useEditor();
  const label = useRef<HTMLButtonElement>(null);
  usePosition(label, (element) => {
    const target = pageElementOf(controller, id);
    const area = target?.getBoundingClientRect();
    if (!target || !area) return;
    const isRightToLeft = getComputedStyle(target).direction === 'rtl';
    element.classList.toggle('path--end', isRightToLeft);
    // The main toolbar is above the first element.
    element.classList.toggle('path--inside', area.top < controller.element.getBoundingClientRect().top + LABEL_HEIGHT);
    setPosition(element, {
      left: isRightToLeft ? area.right : area.left,
      top: area.top,
      'max-width': Math.max(MIN_WIDTH, area.width),
    });
  });
  return (
    <button
      ref={label}
      className="path"
      type="button"
      dir="rtl"
      title={text}
      onClick={() => controller.store.set({ selectedNode: id })}
    >
      {/* If there is no room, the beginning of the path is cut off, which neighbors have in common. */}
      <bdi dir="ltr">{text}</bdi>
    </button>
  );
}

/** The attributes that are most often bound, by tag. Attributes that are already bound are added to them. */
const BINDABLE_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = Object.freeze({
  img: ['src', 'alt'],
  video: ['src'],
  iframe: ['src'],
  source: ['src'],
  a: ['href'],
});

interface BindingOption {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly binding: PickerBinding;
  readonly element: ResolvedElement;
  command(path: string | null): Command;
}

/** The attribute of the document that holds the path. */
const attributeFor = ({ name }: BindingOption): string =>
  name === 'repeat' ? SCOPE : `data-path${name.replace(/^(?:content|selection|attribute|link)/, '')}`;

/** The path of the repeater that a path is relative to. A repeater's own path is relative to the outer one. */
function surroundingScope({ element, binding }: BindingOption): string | undefined {
  const from = binding === 'repeat' ? element.parent : element;
  const item = from && closestRepeaterItem(from);
  return item && attributeOf(item.node, SCOPE);
}

/** The possible bindings of an element: its content, its repetition, its attributes. */
function bindingOptions(
  resolved: ResolvedElement,
  link: ResolvedElement | undefined,
  { t }: EditorMessages,
): BindingOption[] {
  const { node } = resolved;
  const { id, tag } = node;
  const { content = '', repeat = '', ...attributes } = bindingsOf(node);
  // A link within text is not a selectable block, so the link at the caret is offered.
  const inner = link && link.node.id !== id ? link.node : undefined;
  const names = [...new Set([...(BINDABLE_ATTRIBUTES[tag] ?? []), ...Object.keys(attributes)])];
  const createOption = (
    name: string,
    label: string,
    path: string,
    command: BindingOption['command'],
  ): BindingOption => ({
    ...{ name, label, path, command, element: resolved },
    binding: name === 'repeat' ? 'repeat' : name === 'content' ? 'text' : 'attribute',
  });
  return [
    // Void elements have no content.
    ...(node.close > 0
      ? [
          createOption('content', t('data.content'), content, (path) =>
            path ? bindContent(id, path) : unbindInlineNode(id),
          ),
        ]
      : []),
    createOption('repeat', t('data.repeat'), repeat, (path) => bindRepeater(id, path)),
    ...names.map((name) =>
      createOption(`attribute-${name}`, t('data.attribute', { name }), attributes[name] ?? '', (path) =>
        bindAttribute(id, name, path),
      ),
    ),
    ...(inner
      ? [
          createOption('link-href', t('data.attribute', { name: 'href' }), bindingsOf(inner)['href'] ?? '', (path) =>
            bindAttribute(inner.id, 'href', path),
          ),
        ]
      : []),
  ];
}

/** @param props.close closes the picker if it is not a panel */
function PathPicking({ asked, close }: { readonly asked: BindingOption; close?(): void }): ReactNode {
  const { controller } = useEditor();
  const { messages, store, element } = controller;
  const { t } = messages;
  const { node } = asked.element;
  return (
    <Picking
      options={{
        ...{ mode: 'data', value: asked.path, binding: asked.binding, scope: surroundingScope(asked) },
        data: (element as { data?: unknown }).data,
      }}
      use={{
        title: asked.label,
        refuse({ value }) {
          // The current path is always accepted.
          if (value === asked.path || controller.can(asked.command(value || null))) return undefined;
          return value && !isPath(value)
            ? t('data.misspelt', { path: value })
            : t('refused.attribute', { name: attributeFor(asked) });
        },
      }}
      take={({ value }) => {
        if (value === asked.path) return true;
        // Bound text cannot be edited any more. Keeps its element selected.
        if (asked.name === 'content' && value) store.set({ selectedNode: node.id });
        runAndAnnounce(controller, asked.command(value || null), asked.label);
        return true;
      }}
      {...(close ? { close } : {})}
    />
  );
}

/** The path of an element's content, else that of its `src` attribute. */
export function PathPanel(): ReactNode {
  const { controller } = useEditor();
  const { session, store, messages } = controller;
  const [option] = useState(() => {
    const { document } = session.snapshot.editor!;
    const resolved = resolveElement(document, store.getState().panelNode!);
    const options = resolved ? bindingOptions(resolved, undefined, messages) : [];
    return (
      options.find(({ name, path }) => path && name === 'content') ??
      options.find(({ name }) => name === 'attribute-src')
    );
  });
  return option ? <PathPicking asked={option} /> : null;
}

/** The possible bindings of an element, each with its path. A click opens the picker. */
function Bindings({ id }: { readonly id: number }): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const { messages } = controller;
  const { t } = messages;
  const [picked, setPicked] = useState<BindingOption>();
  const panel = useRef<HTMLDivElement>(null);
  useSurface('bindings', panel);
  usePosition(panel, (element) => {
    if (currentToolbarWidth() !== 'narrow') return;
    const { top, bottom } = occupiedEdges(context);
    setPosition(element, { '--tools-top': top, '--tools-bottom': bottom });
  });
  const state = useEditorState(({ snapshot }) => snapshot.editor)!;
  const selectedNode = useEditorState((each) => each.selectedNode);
  const resolved = resolveElement(state.document, id);
  if (!resolved) return null;
  const range = selectedNode === undefined ? selectedRange(state) : undefined;
  // A selected range within the text is bound instead of the whole text.
  const options: BindingOption[] =
    range && range.from !== range.to
      ? [
          {
            ...{ name: 'selection', label: t('data.selection'), path: '', binding: 'text', element: resolved },
            command: (path) => bindSelection(path!),
          },
        ]
      : bindingOptions(resolved, selectedNode === undefined ? linkAt(state) : undefined, messages);
  // Only a single piece of text can be bound. The path in this check is arbitrary.
  const isUnbindable = options[0]?.name === 'selection' && !controller.can(bindSelection('a'));
  return (
    <>
      <div
        ref={panel}
        className="panel panel--aside"
        role="group"
        aria-label={t('tool.data')}
        data-escape=""
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          controller.editorView.focus();
        }}
      >
        {isUnbindable ? (
          <p className="panel__note">{t('data.pieces')}</p>
        ) : (
          <ul className="bindings">
            {options.map((each) => (
              <li key={each.name}>
                <button
                  className="binding"
                  type="button"
                  data-binding={each.name}
                  aria-haspopup="dialog"
                  onClick={() => setPicked(each)}
                >
                  <span className="binding__name">{each.label}</span>
                  <span className="binding__path" dir="ltr">
                    {each.path || '–'}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {picked && <PathPicking asked={picked} close={() => setPicked(undefined)} />}
    </>
  );
}

export function DataBindings(): ReactNode {
  const { controller } = useEditor();
  const document = useEditorState(({ snapshot }) => snapshot.editor?.document);
  const id = useEditorState(({ selectedNode }) => selectedNode ?? selectedNodeId(controller));
  const labels = document
    ? [...elementsOf(document)]
        .map(({ node }) => ({ id: node.id, text: Object.values(bindingsOf(node)).join(' · ') }))
        .filter(({ text }) => text)
        .slice(0, MAX_LABELS)
    : [];
  return (
    <>
      {labels.map((each) => (
        <Label key={each.id} {...each} />
      ))}
      {id !== undefined && <Bindings key={id} id={id} />}
    </>
  );
}
