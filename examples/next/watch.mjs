/**
 * Has the site fetch its content anew when something is published: hears of changes from the content host over GraphQL, as
 * server-sent events, and calls the site's `/api/revalidate`. Runs beside the site, or anywhere else.
 */
const { FEAAS_HOST, FEAAS_TOKEN, SITE_SECRET, SITE_URL } = process.env;
const LIBRARY = 'aurora';
const QUERY =
  'subscription ($library: ID!, $after: Int) { versionChanged(library: $library, after: $after) { sequence action } }';
/** Changes that visitors see. */
const SEEN = /^(?:PUBLISH|UNPUBLISH|DELETE|RESTORE)/;

/** The last change that was heard of; those since are told after a break. */
let after;

async function revalidate() {
  const response = await fetch(`${SITE_URL}/api/revalidate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SITE_SECRET}` },
  });
  if (!response.ok) throw new Error(`the site answers ${response.status}`);
}

async function listen() {
  const response = await fetch(`${FEAAS_HOST}/api/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${FEAAS_TOKEN}`,
    },
    body: JSON.stringify({ query: QUERY, variables: { library: LIBRARY, after } }),
  });
  if (!response.ok) throw new Error(`the host answers ${response.status}`);
  console.log('watching for what is published');
  // What was published while nobody listened is not known.
  if (after === undefined) await revalidate();
  let text = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (text + part).split('\n\n');
    text = events.pop();
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      const { data: told, errors = [] } = data ? JSON.parse(data) : {};
      // The host was restored from a backup: what came after is not known, so the next attempt begins anew.
      if (errors.some(({ extensions }) => extensions?.argument === 'after')) after = undefined;
      if (errors.length) throw new Error(errors[0].message);
      const change = told?.versionChanged;
      if (!change) continue;
      after = change.sequence;
      if (SEEN.test(change.action)) await revalidate();
    }
  }
}

for (;;) {
  await listen().catch((error) => console.error(`watch: ${error.message}; trying again`));
  await new Promise((resolve) => setTimeout(resolve, 2000));
}
