/** An object that does what another does, except for the members given. */
export function overridden<Of extends object>(original: Of, own: Partial<Of>): Of {
  return new Proxy(original, {
    get(target, name) {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
