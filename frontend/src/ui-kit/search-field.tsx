/** A search field that searches while the user types, with a delay. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isCompositionKey } from './composition';

/** Milliseconds without another letter before the search. */
const PAUSE = 250;

interface SearchFieldProps {
  readonly label: string;
  /** The placeholder. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  /** Called when the search text has changed. */
  onSearch(text: string): void;
}

export function SearchField({ label, hint, isDisabled = false, onSearch }: SearchFieldProps): ReactNode {
  const [text, setText] = useState('');
  const lastSearch = useRef('');
  useEffect(() => {
    const search = text.trim();
    if (search === lastSearch.current) return undefined;
    const timer = setTimeout(() => onSearch((lastSearch.current = search)), text ? PAUSE : 0);
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
          // Enter must not submit a form around it. Escape clears the text before it closes a dialog.
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
