/** Origin of the test's content host; the repository is the root, for the packages are links into it. */
const host = process.env.CONTENT_ORIGIN;

export default {
  turbopack: { root: new URL('../..', import.meta.url).pathname },
  rewrites: async () => [{ source: '/cdn/:path*', destination: `${host}/:path*` }],
};
