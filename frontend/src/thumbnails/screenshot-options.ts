/** What a screenshot is taken with. */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';

export interface ScreenshotOptions {
  /** Of the picture before it is scaled, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels for a CSS pixel. */
  readonly scale: number;
  /** URL of the backend's media proxy, up to the address that it is to fetch. */
  readonly proxy: string;
}

/** What the fallback needs: the frontend host's URL, whose `/assets` have the library, and the page's Trusted Types policy. */
export interface FallbackOptions {
  readonly frontend: string;
  readonly trustedTypes: ScriptDependencies['trustedTypes'];
}
