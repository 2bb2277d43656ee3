/** What a provider rests on of a platform's settings, by its declaration. */
import { defined } from '../../domain/defined.ts'
import { PLATFORM_SETTINGS, type PlatformSetting } from '../../domain/requirements.ts'
import type { Access, PlatformContext } from '../contract.ts'

interface Declared {
  readonly platformRequires?: readonly (keyof PlatformContext)[]
}

/** The certificates that its hosts ask for, and what its adapter reads. */
export function settingsOf(
  { platformRequires = [] }: Declared,
  { hosts, clientCertificate }: Access & { readonly hosts: Readonly<Record<string, Access>> },
): readonly PlatformSetting[] {
  const certificates = [clientCertificate, ...Object.values(hosts).map((host) => host.clientCertificate)]
  const declared = new Set<string | undefined>([...certificates, ...platformRequires])
  return PLATFORM_SETTINGS.filter((setting) => declared.has(setting))
}

/** What is not declared stays out of the adapter's reach. */
export function handedOver({ platformRequires = [] }: Declared, platform: PlatformContext = {}): PlatformContext {
  return defined(Object.fromEntries(platformRequires.map((name) => [name, platform[name]])))
}
