const LAZY = '\0lazy-picomatch';

/** Leaves picomatch unparsed in the bundle until a glob needs it: few processes meet one. */
export function lazyPicomatch() {
  let path;
  return {
    name: 'lazy-picomatch',
    async resolveId(source, importer, options) {
      if (source !== 'picomatch') return null;
      path = (await this.resolve(source, importer, { ...options, skipSelf: true })).id;
      return LAZY;
    },
    load(id) {
      if (id !== LAZY) return null;
      return `
        let picomatch;
        const loaded = () => (picomatch ??= require(${JSON.stringify(path)}));
        export default {
          makeRe: (...args) => loaded().makeRe(...args),
          scan: (...args) => loaded().scan(...args),
        };
      `;
    },
  };
}
