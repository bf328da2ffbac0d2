const HELPER = /@oxc-project\+runtime.*usingCtx/;

const LEAN = `
const NOTHING = {};
class Using {
  e = NOTHING;
  held = [];
  u(resource) {
    if (resource !== null && resource !== undefined) {
      if (typeof resource[Symbol.dispose] !== 'function') throw new TypeError('Object is not disposable');
      this.held.push(resource);
    }
    return resource;
  }
  d() {
    for (let resource = this.held.pop(); resource !== undefined; resource = this.held.pop()) {
      try {
        resource[Symbol.dispose]();
      } catch (error) {
        this.e = this.e === NOTHING ? error : suppressed(error, this.e);
      }
    }
    if (this.e !== NOTHING) throw this.e;
  }
}
function suppressed(error, earlier) {
  return Object.assign(new Error(error?.message, { cause: error }), { name: 'SuppressedError', error, suppressed: earlier });
}
export default () => new Using();
`;

/**
 * Takes the place of the bundler's helper for `using`, which makes five closures each time: a write leaves half a dozen
 * such scopes, a search one for each file. There is no `a`, so a build with an `await using` fails in its first test.
 */
export function leanUsing() {
  return {
    name: 'lean-using',
    transform: {
      filter: { id: HELPER },
      handler: () => ({ code: LEAN }),
    },
  };
}
