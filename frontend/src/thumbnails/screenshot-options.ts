/** Options of screenshots. */
import type { ScriptDependencies } from '../../../src/utils/frontend/types';

export interface ScreenshotOptions {
  /** Size before scaling, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly scale: number;
  /** URL of the backend's media proxy, up to the address to fetch. */
  readonly proxy: string;
}

/** Options of the fallback: URL of the frontend host, whose `/assets` contain the library, and the page's Trusted Types policy. */
export interface FallbackOptions {
  readonly frontend: string;
  readonly trustedTypes: ScriptDependencies['trustedTypes'];
}
