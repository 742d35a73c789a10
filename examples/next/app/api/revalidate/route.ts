import { revalidateTag } from 'next/cache';
import { Webhook } from 'standardwebhooks';

/** A webhook of the content host calls it: Next.js renders what carries the tag again. */
export async function POST(request: Request): Promise<Response> {
  const secret = process.env['WEBHOOK_SECRET'];
  const body = await request.text();
  try {
    if (!secret) throw new Error('WEBHOOK_SECRET is missing');
    new Webhook(secret).verify(body, Object.fromEntries(request.headers));
  } catch {
    return new Response('The signature is wrong', { status: 401 });
  }
  const { data } = JSON.parse(body) as { data: { tags: string[] } };
  // The last tag is the narrowest one: of what has changed, and of nothing else.
  const tag = data.tags.at(-1);
  if (tag) revalidateTag(tag, { expire: 0 });
  return Response.json({ revalidated: tag });
}
