/** A field that searches while one types, a moment after each letter. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isCompositionKey } from './composition';

/** Milliseconds without another letter. */
const PAUSE = 250;

interface SearchFieldProps {
  readonly label: string;
  /** What stands in it while it is empty. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  /** Told what is looked for, where that changed. */
  onSearch(text: string): void;
}

export function SearchField({ label, hint, isDisabled = false, onSearch }: SearchFieldProps): ReactNode {
  const [text, setText] = useState('');
  const told = useRef('');
  useEffect(() => {
    const search = text.trim();
    if (search === told.current) return undefined;
    const timer = setTimeout(() => onSearch((told.current = search)), text ? PAUSE : 0);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <label className="field field--search">
      <span className="field__name">{label}</span>
      <input
        className="field__input"
        type="search"
        value={text}
        maxLength={200}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isCompositionKey(event.nativeEvent)) return;
          // A form around it is not what is meant; nor is a dialog, while there is something to clear.
          if (event.key === 'Enter') event.preventDefault();
          if (event.key !== 'Escape' || !text) return;
          event.preventDefault();
          event.stopPropagation();
          setText('');
        }}
      />
    </label>
  );
}
