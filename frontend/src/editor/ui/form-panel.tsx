/** A small form beside an area of the page. Escape closes it and returns the focus to the text. */
import { useLayoutEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { positionBeside, useEditor, usePosition } from './context';

interface PanelProps {
  readonly label: string;
  readonly children: ReactNode;
  /** The area to position it at; undefined keeps its position. */
  area(): DOMRect | undefined;
  submit(form: FormData): void;
}

export function FormPanel({ label, children, area, submit }: PanelProps): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const panel = useRef<HTMLDivElement>(null);
  usePosition(panel, (element) => {
    const anchor = area();
    if (anchor) positionBeside(context, element, anchor, 'start', true);
  });
  useLayoutEffect(() => {
    const { current } = panel;
    const rootOf = (): ShadowRoot => current!.getRootNode() as ShadowRoot;
    const previousFocus = rootOf().activeElement as HTMLElement | null;
    return () => {
      // The interface may have moved to another root.
      const root = rootOf();
      if (!current!.contains(root.activeElement)) return;
      // Removing the panel would drop the focus.
      if (previousFocus?.isConnected) previousFocus.focus();
      else if (controller.editorView.area) controller.editorView.focus();
    };
  }, [controller]);
  // Before the first paint, so that what the user types goes into the field.
  useLayoutEffect(() => panel.current!.querySelector('input')?.select(), []);
  return (
    <div
      ref={panel}
      className="panel"
      role="dialog"
      aria-label={label}
      data-escape=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        controller.store.set({ panel: null });
        controller.editorView.focus();
      }}
    >
      <form
        className="panel__form"
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(new FormData(event.currentTarget));
        }}
      >
        {children}
      </form>
    </div>
  );
}

interface FieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly type?: 'text' | 'url';
  readonly wrong?: string | undefined;
}

export function Field({ label, name, value, type = 'text', wrong }: FieldProps): ReactNode {
  return (
    <label className="field">
      <span className="field__name">{label}</span>
      <input
        className="field__input"
        name={name}
        type={type}
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        dir={type === 'url' ? 'ltr' : 'auto'}
        aria-invalid={wrong ? true : undefined}
      />
      {wrong && (
        <span className="field__wrong" role="alert">
          {wrong}
        </span>
      )}
    </label>
  );
}
