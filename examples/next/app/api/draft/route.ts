import { draftMode } from 'next/headers';
import { NextResponse, type NextRequest } from 'next/server';

/** Begins (`?secret=…`) and ends (`?end`) the preview of drafts in this browser. */
export async function GET({ nextUrl }: NextRequest): Promise<NextResponse> {
  const { searchParams } = nextUrl;
  const draft = await draftMode();
  if (searchParams.has('end')) draft.disable();
  else if (searchParams.get('secret') === process.env['SITE_SECRET']) draft.enable();
  else return new NextResponse('The secret is wrong', { status: 401 });
  return NextResponse.redirect(new URL('/', process.env['SITE_URL'] ?? nextUrl));
}
