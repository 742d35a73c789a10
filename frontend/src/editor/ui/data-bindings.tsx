/** Data mode: where each value comes from, and what of the block that is chosen can be bound; the picker says to what. */
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

/** Labels that are shown at once: more of them would hide what they are about. */
const MOST = 100;
/** Pixels that are always enough to point at a label, whose neighbor begins where its own element ends. */
const NARROWEST = 72;
/** Pixels from the upper edge of the component that a label above its element takes. */
const CLEAR = 24;

function Label({ id, text }: { readonly id: number; readonly text: string }): ReactNode {
  const { controller } = useEditor();
  const label = useRef<HTMLButtonElement>(null);
  usePosition(label, (element) => {
    const shown = pageElementOf(controller, id);
    const area = shown?.getBoundingClientRect();
    if (!shown || !area) return;
    const isEnd = getComputedStyle(shown).direction === 'rtl';
    element.classList.toggle('path--end', isEnd);
    // Above the first of all stands the bar.
    element.classList.toggle('path--inside', area.top < controller.element.getBoundingClientRect().top + CLEAR);
    setPosition(element, {
      left: isEnd ? area.right : area.left,
      top: area.top,
      'max-width': Math.max(NARROWEST, area.width),
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
      {/* Where there is no room its beginning is left out, which neighbors have in common. */}
      <bdi dir="ltr">{text}</bdi>
    </button>
  );
}

/** Attributes that are bound most, by the element; those that are bound already come with them. */
const USUAL: Readonly<Record<string, readonly string[]>> = Object.freeze({
  img: ['src', 'alt'],
  video: ['src'],
  iframe: ['src'],
  source: ['src'],
  a: ['href'],
});

interface Asked {
  readonly name: string;
  readonly label: string;
  readonly path: string;
  readonly binding: PickerBinding;
  readonly at: ResolvedElement;
  command(path: string | null): Command;
}

/** The attribute of the view that says the path. */
const attributeFor = ({ name }: Asked): string =>
  name === 'repeat' ? SCOPE : `data-path${name.replace(/^(?:content|selection|attribute|link)/, '')}`;

/** The path of the repeat that a path is read in: what repeats an element is read outside of it. */
function scopeAround({ at, binding }: Asked): string | undefined {
  const from = binding === 'repeat' ? at.parent : at;
  const repeat = from && closestRepeaterItem(from);
  return repeat && attributeOf(repeat.node, SCOPE);
}

/** What of an element can be bound: its text, how often it is there, its attributes. */
function askedOf(place: ResolvedElement, link: ResolvedElement | undefined, { t }: EditorMessages): Asked[] {
  const { node } = place;
  const { id, tag } = node;
  const { content = '', repeat = '', ...attributes } = bindingsOf(node);
  // A link within a text is no block that could be chosen: the one at the caret is meant.
  const inner = link && link.node.id !== id ? link.node : undefined;
  const names = [...new Set([...(USUAL[tag] ?? []), ...Object.keys(attributes)])];
  const ask = (name: string, label: string, path: string, command: Asked['command']): Asked => ({
    ...{ name, label, path, command, at: place },
    binding: name === 'repeat' ? 'repeat' : name === 'content' ? 'text' : 'attribute',
  });
  return [
    // What has no end tag holds no text.
    ...(node.close > 0
      ? [ask('content', t('data.content'), content, (path) => (path ? bindContent(id, path) : unbindInlineNode(id)))]
      : []),
    ask('repeat', t('data.repeat'), repeat, (path) => bindRepeater(id, path)),
    ...names.map((name) =>
      ask(`attribute-${name}`, t('data.attribute', { name }), attributes[name] ?? '', (path) =>
        bindAttribute(id, name, path),
      ),
    ),
    ...(inner
      ? [
          ask('link-href', t('data.attribute', { name: 'href' }), bindingsOf(inner)['href'] ?? '', (path) =>
            bindAttribute(inner.id, 'href', path),
          ),
        ]
      : []),
  ];
}

/** @param props.close takes it away, where it is no panel */
function PathPicking({ asked, close }: { readonly asked: Asked; close?(): void }): ReactNode {
  const { controller } = useEditor();
  const { messages, store, element } = controller;
  const { t } = messages;
  const { node } = asked.at;
  return (
    <Picking
      options={{
        ...{ mode: 'data', value: asked.path, binding: asked.binding, scope: scopeAround(asked) },
        data: (element as { data?: unknown }).data,
      }}
      use={{
        title: asked.label,
        refuse({ value }) {
          // What is bound to it already stays so.
          if (value === asked.path || controller.can(asked.command(value || null))) return undefined;
          return value && !isPath(value)
            ? t('data.misspelt', { path: value })
            : t('refused.attribute', { name: attributeFor(asked) });
        },
      }}
      take={({ value }) => {
        if (value === asked.path) return true;
        // Its text can not be typed in any more; it is still what this is about.
        if (asked.name === 'content' && value) store.set({ selectedNode: node.id });
        runAndAnnounce(controller, asked.command(value || null), asked.label);
        return true;
      }}
      {...(close ? { close } : {})}
    />
  );
}

/** The path of what an element shows: of its text, else of its picture. */
export function PathPanel(): ReactNode {
  const { controller } = useEditor();
  const { session, store, messages } = controller;
  const [asked] = useState(() => {
    const { document } = session.snapshot.editor!;
    const place = resolveElement(document, store.getState().panelNode!);
    const all = place ? askedOf(place, undefined, messages) : [];
    return all.find(({ name, path }) => path && name === 'content') ?? all.find(({ name }) => name === 'attribute-src');
  });
  return asked ? <PathPicking asked={asked} /> : null;
}

/** What of an element can be bound, each with its path; the picker gives another one. */
function Bindings({ id }: { readonly id: number }): ReactNode {
  const { controller } = useEditor();
  const { messages } = controller;
  const { t } = messages;
  const [picked, setPicked] = useState<Asked>();
  const panel = useRef<HTMLDivElement>(null);
  useSurface('bindings', panel);
  const state = useEditorState(({ snapshot }) => snapshot.editor)!;
  const selectedNode = useEditorState((each) => each.selectedNode);
  const place = resolveElement(state.document, id);
  if (!place) return null;
  const range = selectedNode === undefined ? selectedRange(state) : undefined;
  // Of a text in which something is selected that is meant.
  const asked: Asked[] =
    range && range.from !== range.to
      ? [
          {
            ...{ name: 'selection', label: t('data.selection'), path: '', binding: 'text', at: place },
            command: (path) => bindSelection(path!),
          },
        ]
      : askedOf(place, selectedNode === undefined ? linkAt(state) : undefined, messages);
  // A value is one piece of text: of more than that no path is asked for. Any path would do here.
  const isMore = asked[0]?.name === 'selection' && !controller.can(bindSelection('a'));
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
        {isMore ? (
          <p className="panel__note">{t('data.pieces')}</p>
        ) : (
          <ul className="bindings">
            {asked.map((each) => (
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
  const bound = document
    ? [...elementsOf(document)]
        .map(({ node }) => ({ id: node.id, text: Object.values(bindingsOf(node)).join(' · ') }))
        .filter(({ text }) => text)
        .slice(0, MOST)
    : [];
  return (
    <>
      {bound.map((each) => (
        <Label key={each.id} {...each} />
      ))}
      {id !== undefined && <Bindings key={id} id={id} />}
    </>
  );
}
