import { HOST, credentials, previewKey } from '../../../lib/content';

type Context = { params: Promise<{ path: string[] }> };

/** Passes on what somebody who previews drafts asks the host for. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [key, ...path] = (await params).path;
  if (key !== previewKey()) return new Response('Drafts are for previews', { status: 401 });
  const { status, headers, body } = await fetch(`${HOST}/cdn/${path.map(encodeURIComponent).join('/')}`, {
    method: request.method,
    headers: { accept: request.headers.get('accept') ?? '*/*', ...credentials() },
    cache: 'no-store',
  });
  const passed = [...headers].filter(([name]) =>
    /^(?:content-type|date|etag|last-modified|x-(?:ms|amz|goog)-meta-.*)$/.test(name),
  );
  return new Response(body, { status, headers: [...passed, ['cache-control', 'no-store']] });
}

export const HEAD = GET;
