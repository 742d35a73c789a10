export { createFileReader, type FileReader } from './server/static/file-reader.js';
export { createHost, type Host, type HostOptions } from './server/host.js';
export { HostError } from './lib/host-error.js';
export type { Delays } from './server/middleware/delays.js';
export type { Clock } from './lib/clock.js';
export type { Log } from './lib/log.js';
export type { Content } from './lib/content.js';
export type {
  ComponentAddress,
  DeliveredContent as Delivered,
  Library,
  StylesheetAddress,
} from './publishing/delivery-source.js';
export { folderLibrary } from './server/static/folder-library.js';
