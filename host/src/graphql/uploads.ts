/** Controls who may upload files, and how many uploads run concurrently. */
import type { IncomingMessage } from 'node:http';
import { highestRole, includes, type Principal } from '../auth/principal.js';
import { ForbiddenError, RateLimitedError, UnauthenticatedError } from '../lib/domain-error.js';
import { formatSize } from '../lib/limits.js';
import { createSemaphore } from '../lib/semaphore.js';
import { openTemporaryFiles, type TemporaryFiles } from '../lib/temporary-files.js';
import { BodyRefusedError, checkBodyHeaders } from './body.js';
import type { GraphQLLimits } from './context/limits.js';
import type { ReceivedForm } from './context/received-form.js';
import { readForm } from './multipart.js';

export interface Uploads {
  /**
   * Runs `work` with the form of a request, and removes its files afterwards.
   * @throws before the body is read if the principal may not upload, or too many uploads run.
   */
  receive<Result>(
    request: IncomingMessage,
    principal: Principal,
    work: (form: ReceivedForm) => Promise<Result>,
  ): Promise<Result>;
}

/** Seconds after which a rejected client may retry. */
const RETRY_SECONDS = 5;

/** @param folder the folder of temporary files. Files that a killed host left there are removed at the start */
export function createUploads(folder: string, limits: GraphQLLimits): Uploads {
  const semaphore = createSemaphore(limits.uploads, limits.uploadsWaiting);
  // A separate queue for callers who may not upload, so that they do not delay others.
  const otherSemaphore = createSemaphore(limits.uploads, limits.uploadsWaiting);
  const running = new Map<string, number>();
  let opened: Promise<TemporaryFiles> | undefined;
  const temporaryFiles = (): Promise<TemporaryFiles> =>
    (opened ??= openTemporaryFiles(folder).catch((error: unknown) => {
      opened = undefined;
      throw error;
    }));
  // Uploads report a failure.
  temporaryFiles().catch(() => {});

  const receiveForm = async <Result>(
    request: IncomingMessage,
    bytes: number,
    tooLarge: () => Error,
    work: (form: ReceivedForm) => Promise<Result>,
  ): Promise<Result> => {
    const { bodyBytes: fieldBytes, bodyMilliseconds: milliseconds } = limits;
    const form = await readForm(request, { bytes, tooLarge, fieldBytes, milliseconds }, temporaryFiles);
    try {
      return await work(form);
    } finally {
      await form.dispose();
    }
  };

  return {
    async receive(request, principal, work) {
      const canUpload = principal.kind !== 'anonymous' && includes(highestRole(principal), 'editor');
      const bytes = canUpload ? limits.uploadBytes : limits.bodyBytes;
      const tooLarge = (): Error => tooLargeFor(principal, canUpload, bytes);
      checkBodyHeaders(request, bytes, tooLarge);
      const receive = () => receiveForm(request, bytes, tooLarge, work);
      if (!canUpload) return otherSemaphore(receive);
      const principalId = principal.actor.id;
      const count = running.get(principalId) ?? 0;
      if (count >= limits.uploadsPerCaller) throw new RateLimitedError(RETRY_SECONDS, 'uploads at once');
      running.set(principalId, count + 1);
      try {
        return await semaphore(receive);
      } finally {
        const remaining = (running.get(principalId) ?? 1) - 1;
        if (remaining > 0) running.set(principalId, remaining);
        else running.delete(principalId);
      }
    },
  };
}

function tooLargeFor(principal: Principal, canUpload: boolean, bytes: number): Error {
  const message = `The request's body is larger than ${formatSize(bytes)}`;
  if (canUpload) return new BodyRefusedError(413, `${message}. Send a smaller file.`);
  const needed = `${message}, which needs a token with the role editor`;
  return principal.kind === 'anonymous'
    ? new UnauthenticatedError(`${needed}. Send one.`)
    : new ForbiddenError(`${needed}; this one has the role ${highestRole(principal)}. Use another token.`);
}
