/** The code that embeds a version, and a button that copies it. */
import { useRef, useState, type ReactNode } from 'react';
import { useLibrary } from './context';

interface EmbedProps {
  readonly id: string;
  readonly code: string;
  /** Visitors do not see this version yet. */
  readonly isDraft: boolean;
}

export function Embed({ id, code, isDraft }: EmbedProps): ReactNode {
  const { t } = useLibrary().messages;
  const text = useRef<HTMLPreElement>(null);
  const [outcome, setOutcome] = useState<'done' | 'manual' | null>(null);
  const copy = async (): Promise<void> => {
    try {
      // Pages without TLS have no clipboard.
      await navigator.clipboard.writeText(code);
      setOutcome('done');
    } catch {
      getSelection()?.selectAllChildren(text.current!);
      setOutcome('manual');
    }
  };
  return (
    <div id={id} className="embed">
      <pre ref={text} className="embed__code" tabIndex={0} dir="ltr">
        {code}
      </pre>
      <div className="embed__tools">
        <button className="button button--small" type="button" onClick={() => void copy()}>
          {t('action.copy')}
        </button>
        <span className="embed__outcome" role="status">
          {outcome && t(`copy.${outcome}`)}
        </span>
      </div>
      {isDraft && <p className="embed__note">{t('embed.draft')}</p>}
    </div>
  );
}
