/** Made by `npm run messages`; do not edit. */
import type { Catalog } from '../ui-kit/messages';

export interface ScheduleMessageValues {
  readonly 'schedule.loading': undefined;
  readonly 'schedule.draft': undefined;
  readonly 'schedule.revision': { readonly revision: number };
  readonly 'schedule.published': { readonly revision: number };
  readonly 'schedule.withdraw': undefined;
  readonly 'schedule.withdrawFork': undefined;
  readonly 'schedule.nothing': undefined;
  readonly 'schedule.denied': undefined;
  readonly 'schedule.conflict': undefined;
  readonly 'schedule.action': undefined;
  readonly 'schedule.publish': undefined;
  readonly 'schedule.unpublish': undefined;
  readonly 'schedule.date': undefined;
  readonly 'schedule.time': undefined;
  readonly 'schedule.zone': undefined;
  readonly 'schedule.noDate': undefined;
  readonly 'schedule.noTime': undefined;
  readonly 'schedule.past': { readonly now: string };
  readonly 'schedule.add': undefined;
  readonly 'schedule.addDraft': undefined;
  readonly 'schedule.added': { readonly time: string };
  readonly 'schedule.canceled': undefined;
  readonly 'schedule.pending': undefined;
  readonly 'schedule.none': undefined;
  readonly 'schedule.more': undefined;
  readonly 'schedule.rowPublish': { readonly revision: number };
  readonly 'schedule.rowStylesheet': { readonly what: string };
  readonly 'schedule.release': { readonly name: string };
  readonly 'schedule.releaseWith': { readonly name: string; readonly count: number };
  readonly 'schedule.yourTime': { readonly time: string };
  readonly 'schedule.by': { readonly name: string };
  readonly 'schedule.gap': { readonly time: string; readonly due: string };
  readonly 'schedule.overlap': { readonly time: string };
  readonly 'schedule.cancel': undefined;
  readonly 'schedule.askRelease': undefined;
  readonly 'schedule.askStylesheet': undefined;
  readonly 'schedule.keep': undefined;
  readonly 'schedule.retry': undefined;
}

declare const catalog: Catalog<ScheduleMessageValues>;
export default catalog;
