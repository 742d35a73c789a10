import type { DataSourceSample } from '../client/queries.js';
import { textWindow } from '../html/text-window.js';

/** Maximum characters of one sample, and of all samples in a result. */
const MAX_SAMPLE = 10_000;
const MAX_SAMPLES = 60_000;

export interface ShownSample extends DataSourceSample {
  readonly isTruncated: boolean;
}

/** Samples of some data sources. Long ones are truncated to fit into the context of a model. */
export function samplesOf(sources: readonly DataSourceSample[], keys: readonly string[]): ShownSample[] {
  let remaining = MAX_SAMPLES;
  return sources
    .filter(({ key }) => keys.includes(key))
    .map(({ key, sample, settings }) => {
      const { text, nextOffset } = textWindow(sample, 0, Math.min(MAX_SAMPLE, Math.max(remaining, 0)));
      remaining -= text.length;
      return { key, sample: text, settings, isTruncated: nextOffset !== null };
    });
}
