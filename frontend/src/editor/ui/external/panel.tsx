/** The properties of the selected external component, in a side panel. Changes show in the page at once. */
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { attributeOf } from '../../../../../src/utils/editing/model/syntax-tree';
import { componentOf, registry } from '../../../../../src/utils/external/registry';
import catalog from '../../../messages/external-form.json';
import { loadMessages } from '../../../ui-kit/messages';
import { adoptStyle } from '../../../ui-kit/root';
import { useEditor, useSelectedElement } from '../context';
import { reportMissingPart } from '../missing-part';
import { useSidePanel } from '../side-panel';
import formStyle from './form.css?inline';
import { PropertyForm } from './form';
import type { FormMessages } from './types';

/** Subscribes to the registry, since the page may register components while the form is open. */
function listen(listener: () => void): () => void {
  const { listeners } = registry();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function ExternalPanel(): ReactNode {
  const { controller } = useEditor();
  const { messages } = controller;
  const [form, setForm] = useState<FormMessages>();
  useEffect(() => {
    loadMessages(catalog, messages.language).then(setForm, (error: unknown) =>
      reportMissingPart(controller, 'messages of the property form', error, { panel: null }),
    );
  }, [controller, messages]);
  return form ? <PropertiesPanel form={form} /> : null;
}

function PropertiesPanel({ form }: { readonly form: FormMessages }): ReactNode {
  const { controller } = useEditor();
  const section = useRef<HTMLElement>(null);
  const { store, messages } = controller;
  const resolved = useSelectedElement();
  const isExternal = resolved?.node.tag === 'feaas-external';
  const id = isExternal ? (attributeOf(resolved.node, 'data-external-id') ?? '') : '';
  const definition = useSyncExternalStore(listen, () => componentOf(id));
  useLayoutEffect(() => adoptStyle(section.current ?? controller.shell.container, formStyle), [controller]);
  useSidePanel(section);
  const node = resolved?.node.id;
  useLayoutEffect(() => {
    section.current?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [node]);
  if (!isExternal) return null;
  const close = (): void => {
    store.set({ panel: null });
    controller.editorView.focus();
  };
  const properties = Object.keys(definition?.properties ?? {});
  return (
    <section
      ref={section}
      className="aside"
      aria-label={`${form.t('title')}: ${definition?.title ?? id}`}
      data-escape=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <h2 className="aside__title">{definition?.title ?? id}</h2>
      <div className="form__scroll">
        {definition?.description && <p className="form__about">{definition.description}</p>}
        {definition && properties.length > 0 ? (
          <PropertyForm key={`${resolved.node.id} ${id}`} place={resolved} definition={definition} messages={form} />
        ) : (
          <p className="form__about">{definition ? form.t('none') : form.t('unknown', { name: id })}</p>
        )}
      </div>
      <button className="button" type="button" onClick={close}>
        {messages.t('action.close')}
      </button>
    </section>
  );
}
