/** The embed code of a version, with a button that copies it. */
import { useRef, useState, type ReactNode } from 'react';
import { useLibrary } from './context';

interface EmbedProps {
  readonly id: string;
  readonly code: string;
  /** Whether the version is not public yet. */
  readonly isDraft: boolean;
}

export function Embed({ id, code, isDraft }: EmbedProps): ReactNode {
  const { t } = useLibrary().messages;
  const text = useRef<HTMLPreElement>(null);
  const [outcome, setOutcome] = useState<{ readonly result: 'done' | 'manual'; readonly copies: number } | null>(null);
  const copy = async (): Promise<void> => {
    let result: 'done' | 'manual' = 'done';
    try {
      // The clipboard is unavailable on pages without TLS.
      await navigator.clipboard.writeText(code);
    } catch {
      getSelection()?.selectAllChildren(text.current!);
      result = 'manual';
    }
    setOutcome((last) => ({ result, copies: (last?.copies ?? 0) + 1 }));
  };
  return (
    <div id={id} className="embed">
      <pre ref={text} className="embed__code" dir="ltr">
        {code}
      </pre>
      <div className="embed__tools">
        <button className="button button--small" type="button" onClick={() => void copy()}>
          {t('action.copy')}
        </button>
        <span className="embed__outcome" role="status">
          {/* A new element with the same text is announced again. */}
          {outcome && <span key={outcome.copies}>{t(`copy.${outcome.result}`)}</span>}
        </span>
      </div>
      {isDraft && <p className="embed__note">{t('embed.draft')}</p>}
    </div>
  );
}
