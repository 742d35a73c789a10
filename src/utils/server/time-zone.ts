/** The option `timeZone` of servers (D9). */
import { warnOnce } from '../../global/logger';

/** To ask the engine takes longer than to render most dates. */
const validTimeZones = new Set<string>();

/** A time zone that there is; undefined, which is that of the server, for any other: a visitor's setting may be what a page passes on. */
export function knownTimeZone(timeZone: string | undefined): string | undefined {
  if (!timeZone || validTimeZones.has(timeZone)) return timeZone;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
    validTimeZones.add(timeZone);
    return timeZone;
  } catch {
    warnOnce(
      `timeZone '${timeZone}' is no time zone of the IANA database, so that dates show in the server's own. ` +
        'Give one such as Europe/Berlin or UTC.',
    );
    return undefined;
  }
}
