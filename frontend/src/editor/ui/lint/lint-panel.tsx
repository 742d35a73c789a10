/** Lists the diagnostics of the document, each with a button to its place. They are warnings and block nothing. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import type { Diagnostic } from '../../../../../src/utils/editing/model/lint/lint';
import { resolveElement } from '../../../../../src/utils/editing/model/syntax-tree';
import catalog from '../../../messages/checks.json';
import type { CheckMessageValues } from '../../../../../src/utils/editing/messages/checks.generated';
import { loadMessages, type Messages } from '../../../ui-kit/messages';
import { useEditor, useEditorState, type EditorUIContextValue } from '../context';
import { formatMessage } from '../format-message';
import { reportMissingPart } from '../missing-part';
import { pageElementOf } from '../selected-element';
import { typableBlocks } from '../../view/locate';
import type { EditorController } from '../../types';
import { tabStopOf } from '../surfaces';
import { useSidePanel } from '../side-panel';
import { blockLabel } from '../block-label';
import { isCertain, runLint } from './run-lint';

/** Goes to a diagnostic: selects its text, else selects its element and focuses the block handles. */
function goToDiagnostic({ controller, surfaces }: EditorUIContextValue, { id, from, to }: Diagnostic): void {
  const { session, store, editorView } = controller;
  const { document: syntaxTree } = session.snapshot.editor!;
  pageElementOf(controller, id)?.scrollIntoView({ block: 'center' });
  const blocks = typableBlocks(syntaxTree);
  // The text within the range, or the text around it.
  const inner = blocks.find((block) => block.from >= from && block.to <= to);
  if (!inner && !blocks.some((block) => block.from <= from && block.to >= to)) {
    editorView.blur();
    store.set({ selectedNode: id });
    // The handles are rendered and positioned by the next frame.
    requestAnimationFrame(() => tabStopOf(surfaces, 'handles')?.focus());
    return;
  }
  session.dispatch({ steps: [], selection: { anchor: inner?.from ?? from, head: inner?.to ?? to } });
  editorView.focus();
}

/** Maximum number of characters of a quote. */
const QUOTE = 60;

/** Describes the place of a diagnostic: its rendered text, else its block type. */
function quoteOf(controller: EditorController, { id }: Diagnostic): string {
  const text = pageElementOf(controller, id)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  if (text) return `“${text.length > QUOTE ? `${text.slice(0, QUOTE - 1)}…` : text}”`;
  const resolved = resolveElement(controller.session.snapshot.editor!.document, id);
  return resolved ? blockLabel(resolved, controller.messages) : '';
}

interface Group {
  readonly text: string;
  readonly places: Diagnostic[];
}

/** Groups consecutive diagnostics with the same message. Certain ones come before uncertain ones. */
function groupsOf(found: readonly Diagnostic[], messages: Messages<CheckMessageValues>): Group[] {
  const groups: Group[] = [];
  for (const each of [...found.filter(isCertain), ...found.filter((one) => !isCertain(one))]) {
    const text = formatMessage(messages, each);
    const last = groups.at(-1);
    if (last?.text === text) last.places.push(each);
    else groups.push({ text, places: [each] });
  }
  return groups;
}

function DiagnosticRow({ finding }: { readonly finding: Diagnostic }): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const id = useId();
  return (
    <li className="finding__place">
      <span id={id} className="finding__quote" dir="auto">
        {quoteOf(controller, finding)}
      </span>
      <button className="button" type="button" aria-describedby={id} onClick={() => goToDiagnostic(context, finding)}>
        {controller.messages.t('checks.go')}
      </button>
    </li>
  );
}

/** Loads the messages of the diagnostics. */
export const loadCheckMessages = (language: string) => loadMessages(catalog, language);

export function LintPanel(): ReactNode {
  const { controller } = useEditor();
  const { messages, store } = controller;
  const { t } = messages;
  const [found, setFound] = useState<readonly Diagnostic[]>();
  const [groups, setGroups] = useState<readonly Group[]>([]);
  const syntaxTree = useEditorState(({ snapshot }) => snapshot.editor?.document);
  useEffect(() => {
    let isUnmounted = false;
    Promise.all([runLint(controller), loadCheckMessages(controller.messages.language)]).then(
      ([diagnostics, checkMessages]) => {
        if (isUnmounted) return;
        setFound(diagnostics);
        setGroups(groupsOf(diagnostics, checkMessages));
      },
      (error: unknown) => {
        if (!isUnmounted) reportMissingPart(controller, 'checks', error, { panel: null });
      },
    );
    return () => void (isUnmounted = true);
  }, [controller, syntaxTree, t]);
  const section = useRef<HTMLElement>(null);
  useSidePanel(section);
  const close = (): void => {
    store.set({ panel: null });
    controller.editorView.focus();
  };
  const title = !found ? 'tool.checks' : found.length ? 'checks.count' : 'checks.none';
  return (
    <section
      ref={section}
      className="aside"
      aria-label={t('tool.checks')}
      data-escape=""
      aria-busy={!found}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <h2 className="aside__title">{t(title, { count: found?.length ?? 0 })}</h2>
      <ul className="aside__list">
        {groups.map(({ text, places }) => (
          <li key={`${text} ${places[0]!.id}`} className="finding">
            <span className="finding__text">{text}</span>
            <ul className="finding__places">
              {places.map((each) => (
                <DiagnosticRow key={each.id} finding={each} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <button className="button" type="button" onClick={close}>
        {t('action.close')}
      </button>
    </section>
  );
}
