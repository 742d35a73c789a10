/** The history of the edited version. An earlier revision is restored as a change, which can be undone before it is saved. */
import type { ReactNode } from 'react';
import { replaceDocument } from '../../../../../src/utils/editing/model/commands/replace-document';
import type { Revision } from '../../../../../src/utils/gateway/index';
import { useEditor } from '../context';
import { runAndAnnounce } from '../run-and-announce';
import { Picking } from './dialog';

export function HistoryPanel(): ReactNode {
  const { controller } = useEditor();
  const { session, messages, element } = controller;
  const { version, opening, target } = session.snapshot;
  // Without a customization, the page shows the original.
  const shownVersion = version ?? opening?.original;
  return (
    <Picking
      options={{
        ...{ mode: 'revision', component: target!.component, version: shownVersion?.name ?? target!.version },
        data: (element as { data?: unknown }).data,
      }}
      use={{ title: messages.t('tool.history'), onlyRestores: true }}
      take={({ item }) => {
        runAndAnnounce(controller, replaceDocument((item as Revision).content), messages.t('restore.do'));
        return true;
      }}
    />
  );
}
