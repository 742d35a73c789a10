import type { ScheduleMessageValues } from '../../../messages/schedule.json';
import type { Schedule } from '../../../../../src/utils/gateway/schedules/schedules';
import type { Messages } from '../../../ui-kit/messages';
import { timesOf } from './times';

export type ScheduleMessages = Messages<ScheduleMessageValues>;

/** Explains a schedule at a time that does not exist or occurs twice, as at a clock change; undefined for other times. */
export function adjustmentNote(schedule: Schedule, { t, language }: ScheduleMessages): string | undefined {
  const { wanted: time, due } = timesOf(schedule, language);
  if (schedule.adjustment === 'GAP') return t('schedule.gap', { time, due });
  return schedule.adjustment === 'OVERLAP' ? t('schedule.overlap', { time }) : undefined;
}
