import { revalidateTag } from 'next/cache';
import { TAG } from '../../../lib/content';

/** Has content fetched anew: `watch.mjs` calls it when something was published. */
export async function POST(request: Request): Promise<Response> {
  const secret = process.env['SITE_SECRET'];
  if (!secret || request.headers.get('authorization') !== `Bearer ${secret}`)
    return new Response('The secret is wrong', { status: 401 });
  revalidateTag(TAG, { expire: 0 });
  return Response.json({ revalidated: true });
}
