// Replaces `ajv` and `ajv-formats` in the bundles: the SDK builds a validator at start for forms that clients fill in,
// and this server sends none. That is half a bundle less to load.

/** One of the two is called as a function and the other with `new`, so this must work as both. */
export default function noAjv() {}

noAjv.prototype.compile = () => {
  throw new Error('This server validates no elicited input');
};
