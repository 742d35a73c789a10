/** The history of what is edited: an earlier revision is taken over as a change, which can be undone before it is saved. */
import type { ReactNode } from 'react';
import { replaceDocument } from '../../../../../src/utils/editing/commands/replace-document';
import type { Revision } from '../../../../../src/utils/gateway';
import { useChrome } from '../../chrome/context';
import { perform } from '../../chrome/perform';
import { Picking } from './dialog';

export function HistoryPanel(): ReactNode {
  const { editing } = useChrome();
  const { session, words, element } = editing;
  const { version, opening, target } = session.snapshot;
  // A page that has nothing of its own yet shows the original.
  const shown = version ?? opening?.original;
  return (
    <Picking
      options={{
        ...{ mode: 'revision', component: target!.component, version: shown?.name ?? target!.version },
        data: (element as { data?: unknown }).data,
      }}
      use={{ title: words.say('tool.history'), onlyRestores: true }}
      take={({ item }) => {
        perform(editing, replaceDocument((item as Revision).content), words.say('restore.do'));
        return true;
      }}
    />
  );
}
