import { mkdir } from 'node:fs/promises';
import { type CachedBlobs, createCachedBlobs } from '../blobs/cached.js';
import { createFolderBlobs } from '../blobs/folder.js';
import { toldBlobs } from '../blobs/told.js';
import { type Database, openDatabase } from '../database/database.js';
import type { Ledger } from '../domain/ledger.js';
import type { TokenStore } from '../domain/tokens.js';
import { createLedger } from '../ledger/ledger.js';
import type { Log } from '../ports.js';
import { placesOf } from '../settings/places.js';
import type { Settings } from '../settings/read.js';

/** Everything that is kept, open in this process. Closing the ledger closes the database. */
export interface Store {
  readonly database: Database;
  readonly blobs: CachedBlobs;
  readonly ledger: Ledger & TokenStore;
}

/** @throws HostError that names the setting at fault; at once where another process has the data folder. */
export async function openStore(settings: Settings, log: Log): Promise<Store> {
  const { database, blobs } = await openPlaces(settings, log);
  return { database, blobs, ledger: createLedger({ database, blobs, log }) };
}

/** The database and the blobs, with nobody at work on them. */
export async function openPlaces(settings: Settings, log: Log): Promise<Pick<Store, 'database' | 'blobs'>> {
  // What is made here is for this user alone; a folder that is there keeps what its owner chose.
  if (needsFolder(settings)) await mkdir(settings.data, { recursive: true, mode: 0o700 });
  const blobs = await openBlobs(settings, log);
  const places = placesOf(settings.data);
  const where = settings.databaseUrl === undefined ? { file: places.database } : { url: settings.databaseUrl };
  const database = await openDatabase({ ...where, log });
  return { database, blobs: toldBlobs(blobs, database) };
}

const needsFolder = ({ databaseUrl, azure }: Settings): boolean => databaseUrl === undefined || azure === undefined;

export async function openBlobs({ azure, data }: Settings, log: Log): Promise<CachedBlobs> {
  if (!azure) return createCachedBlobs(createFolderBlobs(placesOf(data).blobs));
  // Large, and needed by few.
  const { createAzureBlobs } = await import('../blobs/azure.js');
  return createCachedBlobs(createAzureBlobs(azure.connectionString, azure.container, log));
}
