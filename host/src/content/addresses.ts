/** Formats addresses as ids, message subjects, and blob keys, which have the segments of the delivery URLs. */
import type { VersionAddress } from './model.js';

export const versionId = ({ library, component, version }: VersionAddress): string =>
  `${library}/${component}/${version}`;

/** Returns only the address fields of an object. */
export const versionAddress = ({ library, component, version }: VersionAddress): VersionAddress => ({
  library,
  component,
  version,
});

/** A stylesheet is the entry with an empty component and version. */
export const styleAddress = (library: string): VersionAddress => ({ library, component: '', version: '' });

/** `library/component/version`, or `library` for its stylesheet. */
export const subjectOf = (address: VersionAddress): string =>
  address.component === '' ? address.library : versionId(address);

/** The blob key of a subject. `slot` is `staged`, `published` or a revision number. */
export const deliveryKey = (subject: string, slot: string): string =>
  subject.includes('/') ? `components/${subject}/${slot}.html` : `styles/${subject}/${slot}.css`;

/** The blob key of one size of a picture, or of another file below `media/`. */
export const mediaKey = (library: string, path: string): string => `media/${library}/${path}`;

export const kindOf = ({ component }: VersionAddress): 'version' | 'stylesheet' =>
  component === '' ? 'stylesheet' : 'version';
