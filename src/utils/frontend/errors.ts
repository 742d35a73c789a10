/** Errors of the scripts of the frontend host, and of what they require. */
import { FeaasError } from '../../global/errors';
import { API } from './types';

/** A script does not load or does not run; `url` is the script, `cause` the reason. */
export class ScriptError extends FeaasError {
  constructor(url: string, cause: unknown) {
    super(
      'ScriptError',
      `Could not load the script ${url}. Check \`frontend\` and the policy: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        url,
        cause,
      },
    );
  }
}

/** A script and the page's kit are not compatible; `url` is the script. */
export class ScriptVersionError extends FeaasError {
  constructor(url: string, api: unknown) {
    const reason =
      typeof api !== 'number'
        ? 'it exports no `api` and `mount`, so it is no script of the kit'
        : `it speaks version ${api} of the interface, and the page's kit version ${API}: ` +
          (api > API ? "the page's kit is older, update it" : 'the script is older, update the frontend host');
    super('ScriptVersionError', `The script ${url} does not fit: ${reason}`, { url });
  }
}

/** A picker is opened without a library. */
export class MissingLibraryError extends FeaasError {
  constructor(tag: string) {
    super(
      'MissingLibraryError',
      `<${tag}> needs a \`library\`. Set it on the element, on one around it, or on its context`,
    );
  }
}

/** An editor or picker is in a page without a `feaas-context`. */
export class MissingContextError extends FeaasError {
  constructor(tag: string) {
    super('MissingContextError', `<${tag}> needs a <feaas-context>. Add one around it or to the page`);
  }
}

/** A context connects without an auth value: the page is asked for one before the backend rejects the request. */
export class MissingAuthError extends FeaasError {
  constructor() {
    super('MissingAuthError', 'The context has no `auth` yet. Set it, or answer `feaasAuth`');
  }
}

/** An editable component was clicked, and nobody has signed in, even after the request to do so (E16). */
export class SignInRequiredError extends FeaasError {
  constructor(reason: string, cause: unknown) {
    super(
      'SignInRequiredError',
      `The editor did not open because nobody signed in. Sign in, then try again: ${reason}`,
      {
        cause,
      },
    );
  }
}

/** The host of `sign-in` does not respond. */
export class SignInError extends FeaasError {
  constructor(host: string) {
    super('SignInError', `Could not sign in, because ${host} does not renew the sign-in. Try again in a minute`);
  }
}

/** An editor is opened on a component that its context does not show. */
export class MissingContentError extends FeaasError {
  constructor(component: string, version: string, instance: string | undefined) {
    const attributes = `component="${component}" version="${version}"` + (instance ? ` instance="${instance}"` : '');
    super(
      'MissingContentError',
      `There is no <feaas-component> with ${attributes} in the editor's context. Check these attributes`,
    );
  }
}
