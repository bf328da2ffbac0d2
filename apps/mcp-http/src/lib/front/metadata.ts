import { SCOPES } from '../who/principal.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** URL of the endpoint's metadata, by RFC 9728. */
export function metadataUrl(publicUrl: URL): string {
  return publicUrl.origin + metadataPath(publicUrl);
}

function metadataPath({ pathname }: URL): string {
  return pathname === '/' ? WELL_KNOWN : WELL_KNOWN + pathname;
}

export function isMetadataPath(path: string, publicUrl: URL, endpoint: string): boolean {
  return path === WELL_KNOWN || path === metadataPath(publicUrl) || path === WELL_KNOWN + endpoint;
}

/** The endpoint as tokens name it. */
export function resourceOf(publicUrl: URL): string {
  return publicUrl.pathname === '/' ? publicUrl.origin : publicUrl.href;
}

export function metadataText(publicUrl: URL, issuer: string | null): string {
  return JSON.stringify({
    resource: resourceOf(publicUrl),
    ...(issuer !== null && { authorization_servers: [issuer] }),
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Dragoman',
  });
}
