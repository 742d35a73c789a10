/** The edited target: a component's version, or this page's own instance of it. */
import { DEFAULT_VERSION } from '../../../global/defaults';

export interface Target {
  readonly library: string;
  readonly component: string;
  /** Defaults to `responsive`. */
  readonly version?: string;
  /** Name of the fork that this page shows. */
  readonly instance?: string;
}

/** `library/component/version`. */
export const originalId = ({ library, component, version }: Target): string =>
  `${library}/${component}/${version || DEFAULT_VERSION}`;

/** `library/component/instance`; undefined if the page shows the original itself. */
export function forkId(target: Target): string | undefined {
  const { library, component, version, instance } = target;
  if (!instance || instance === (version || DEFAULT_VERSION)) return undefined;
  return `${library}/${component}/${instance}`;
}

export const isSameTarget = (one: Target, other: Target): boolean =>
  originalId(one) === originalId(other) && forkId(one) === forkId(other);
