import { monotonicClock } from '../lib/clock.js';
import { hidden, setting } from '../lib/setting.js';
import { plain, secretText } from '../lib/setting-readers.js';
import { basePaths, groupPaths } from './group-keys.js';
import { type PurgeDriver, PurgeError } from './purge-target.js';
import { sendPurge } from './send-purge.js';

/** Maximum paths per request. */
const MAX_PATHS = 100;
const API_VERSION = '2023-05-01';
/** Milliseconds before its expiry after which a token is not used. */
const TOKEN_MARGIN = 60_000;

/** `POST …/afdEndpoints/{endpoint}/purge` of Azure Front Door Standard and Premium, by paths. */
export const azureFrontDoor = {
  form: 'azure-front-door:<subscription>/<resource group>/<profile>/<endpoint>',
  names: /^[0-9A-Fa-f-]{36}\/[\w.()-]{1,90}\/[\w-]{1,260}\/[\w-]{1,90}$/,
  settings: {
    azureTenantId: setting({
      variable: 'AZURE_TENANT_ID',
      flag: 'azure-tenant-id',
      value: 'id',
      read: plain,
      about: 'with FEAAS_PURGE=azure-front-door:…: the tenant of the application',
    }),
    azureClientId: setting({
      variable: 'AZURE_CLIENT_ID',
      flag: 'azure-client-id',
      value: 'id',
      read: plain,
      about: 'with FEAAS_PURGE=azure-front-door:…: an application with the action afdEndpoints/Purge',
    }),
    azureClientSecret: setting({
      variable: 'AZURE_CLIENT_SECRET',
      value: 'text',
      read: secretText,
      redact: hidden,
      about: 'with FEAAS_PURGE=azure-front-door:…: the secret of the application',
    }),
  },
  open(location, { azureTenantId, azureClientId, azureClientSecret }) {
    const { endpoint = 'https://management.azure.com', login = 'https://login.microsoftonline.com', bases } = location;
    const [subscription, group, profile, name] = location.name.split('/');
    const url =
      `${endpoint}/subscriptions/${subscription}/resourceGroups/${encodeURIComponent(group!)}/providers/Microsoft.Cdn` +
      `/profiles/${profile}/afdEndpoints/${name}/purge?api-version=${API_VERSION}`;
    const domains = [...new Set(bases.map((base) => new URL(base).hostname))];
    const paths = basePaths(bases);
    let token: { readonly value: string; readonly until: number } | undefined;

    const authorize = async (signal: AbortSignal): Promise<string> => {
      if (token && monotonicClock() < token.until) return token.value;
      const tokenResponse = (await sendPurge(
        {
          service: 'Microsoft Entra',
          method: 'POST',
          url: `${login}/${encodeURIComponent(azureTenantId!)}/oauth2/v2.0/token`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            grant_type: 'client_credentials',
            client_id: azureClientId!,
            client_secret: azureClientSecret!,
            scope: `${endpoint}/.default`,
          }).toString(),
          credentialsRemedy: CREDENTIALS_REMEDY,
          nameSetting: 'AZURE_TENANT_ID',
          reasonIn: (body) => (body as { error?: string } | undefined)?.error,
        },
        signal,
      ).catch((error: unknown) => {
        // Wrong ids and secrets have status 400 or 401 there.
        if (error instanceof PurgeError && !error.isAboutTarget)
          throw new PurgeError(`${error.message}. ${CREDENTIALS_REMEDY}`, { isAboutTarget: true, cause: error });
        throw error;
      })) as { access_token?: string; expires_in?: number } | undefined;
      if (!tokenResponse?.access_token)
        throw new PurgeError('Microsoft Entra sent no access token. Check AZURE_CLIENT_ID and its permissions', {
          isAboutTarget: true,
        });
      token = {
        value: tokenResponse.access_token,
        until: monotonicClock() + (tokenResponse.expires_in ?? 0) * 1000 - TOKEN_MARGIN,
      };
      return token.value;
    };

    return {
      name: `Azure Front Door endpoint ${name}`,
      calls: (keys) =>
        groupPaths(keys, { bases: paths, most: MAX_PATHS, wildcards: true }).map(({ items, keys: batch }) => ({
          keys: batch,
          async send(signal) {
            const value = await authorize(signal);
            try {
              // 202: Azure has accepted the request and completes it within minutes. Waiting for the result in
              // `location` would delay all later purges. Azure's activity log contains failures.
              await sendPurge(
                {
                  service: 'Azure Front Door',
                  method: 'POST',
                  url,
                  headers: { authorization: `Bearer ${value}`, 'content-type': 'application/json' },
                  body: JSON.stringify({ contentPaths: items, ...(domains.length > 0 ? { domains } : {}) }),
                  credentialsRemedy: 'Let the application perform Microsoft.Cdn/profiles/afdEndpoints/Purge/action',
                  nameSetting: 'the subscription, resource group, profile and endpoint in FEAAS_PURGE',
                  reasonIn,
                },
                signal,
              );
            } catch (error) {
              // The token may have been revoked.
              token = undefined;
              throw error;
            }
          },
        })),
    };
  },
} as const satisfies PurgeDriver;

const CREDENTIALS_REMEDY = 'They are in AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET';

const reasonIn = (body: unknown): string | undefined => {
  const { error } = (body ?? {}) as { error?: { code?: string; message?: string } };
  return error && `${error.code}: ${error.message}`;
};
