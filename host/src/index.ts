export { createFileReader, type FileReader } from './store/file-reader.js';
export { createHost, type Host, type HostOptions } from './host.js';
export { HostError } from './errors.js';
export type { Delays } from './guards/delays.js';
export type { Clock, Log } from './ports.js';
export type { Content } from './store/content.js';
export type { ComponentAddress, Delivered, Library, StylesheetAddress } from './store/library.js';
export { folderLibrary } from './store/folder-library.js';
