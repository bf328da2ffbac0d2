// Stands in the bundles for `ajv` and `ajv-formats`: the SDK builds a validator at start for what clients are asked to
// fill in, and this server asks for nothing. Half a bundle less to load.

/** Called as a function by one of the two and with `new` by the other, so it must bear both. */
export default function noAjv() {}

noAjv.prototype.compile = () => {
  throw new Error('This server validates no elicited input');
};
