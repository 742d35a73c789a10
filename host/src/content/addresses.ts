/** How things are written in ids, messages and the keys of blobs, whose parts are those of the delivery URLs. */
import type { VersionAddress } from './model.js';

export const versionId = ({ library, component, version }: VersionAddress): string =>
  `${library}/${component}/${version}`;

/** The address alone, of what has one besides other fields. */
export const versionAddress = ({ library, component, version }: VersionAddress): VersionAddress => ({
  library,
  component,
  version,
});

/** A stylesheet is the document without a component and version. */
export const styleAddress = (library: string): VersionAddress => ({ library, component: '', version: '' });

/** `library/component/version`, or `library` for its stylesheet. */
export const subjectOf = (address: VersionAddress): string =>
  address.component === '' ? address.library : versionId(address);

/** Where a subject's blob is, under the word or number of a revision. */
export const deliveryKey = (subject: string, word: string): string =>
  subject.includes('/') ? `components/${subject}/${word}.html` : `styles/${subject}/${word}.css`;

/** Where one size of a picture, or another file below `media/`, is. */
export const mediaKey = (library: string, path: string): string => `media/${library}/${path}`;

export const kindOf = ({ component }: VersionAddress): 'version' | 'stylesheet' =>
  component === '' ? 'stylesheet' : 'version';
