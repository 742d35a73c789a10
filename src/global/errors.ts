/**
 * The specification's error catalogue (§5, §8). Messages are its exact words; `name` tells the kind.
 */
export interface ErrorDetails {
  /** What failed underneath. */
  cause?: unknown;
  /** HTTP status, where there was a response. */
  status?: number;
  /** The address that was asked for. */
  url?: string;
}

export class FeaasError extends Error {
  readonly status?: number;
  readonly url?: string;
  constructor(name: string, message: string, { cause, ...rest }: ErrorDetails = {}) {
    super(message, { cause });
    Object.assign(this, { name }, rest);
  }
}

/** Defines the error class of one message. */
const defineError = (name: string, message: string) =>
  class extends FeaasError {
    constructor(details?: ErrorDetails) {
      super(name, message, details);
    }
  };

/** A source string that does not parse (§5); `cause` is the source. */
export class SourceParseError extends defineError('SourceParseError', 'Could not parse FEAAS Component source') {
  constructor(source: unknown) {
    super({ cause: source });
  }
}
/** A response that is not OK, or none at all (§8). */
export class FetchFailedError extends defineError('FetchFailedError', 'Fetch failed') {}
/** A response for a deleted thing, or of the wrong kind (§8, S5). */
export class InvalidResponseError extends defineError('InvalidResponseError', 'Response is not valid') {}
/** A source without library or component (§5). */
export class MissingSourceError extends defineError(
  'MissingSourceError',
  'Component requires `library` and `component` properties',
) {}
/** Neither the fork nor the original loads (§8, S4). */
export class ComponentFetchError extends defineError('ComponentFetchError', 'Can not fetch component') {}
