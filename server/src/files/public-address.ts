import ipaddr from 'ipaddr.js';

/** Public by number, yet answered by the cloud's own control plane on the machine's network. */
const CONTROL_PLANE = new Set(['168.63.129.16']);

/** Whether an address belongs to the public internet: not to this machine, its network or its provider. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (CONTROL_PLANE.has(parsed.toString())) return false;
  if (parsed.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is given out; whatever lies outside translates or tunnels to somewhere else.
  return parsed.kind() === 'ipv4' || (parsed.toByteArray()[0]! & 0xe0) === 0x20;
}
