/**
 * The dev server hands content, data and media on to the content host, so that the site's pages are the same as on the
 * host. `FEAAS_HOST_PORT` says where that is.
 */
const { request } = require('node:http');

const port = Number(process.env.FEAAS_HOST_PORT);
const HOSTED = /^\/(?:cdn|components|styles|thumbnails|api|media|graphql|proxy)(?:\/|$)/;

module.exports = (incoming, response, next) => {
  if (!HOSTED.test(incoming.url)) return next();
  const { method, url, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', (error) => {
    response.writeHead(502, { 'content-type': 'text/plain' });
    response.end(`The content host on port ${port} does not answer: ${error.message}`);
  });
  incoming.pipe(outgoing);
  return undefined;
};
