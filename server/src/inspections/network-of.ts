import ipaddr from 'ipaddr.js';

/** `192.0.2.1:443`, `[2001:db8::1]:443` and `[2001:db8::1]`, as some proxies forward them. */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

const withoutPort = (address: string): string => {
  const [, bracketed, plain] = WITH_PORT.exec(address) ?? [];
  return bracketed ?? plain ?? address;
};

/**
 * Whom an address stands for where callers are counted: who has one address of IPv6 has 2^64 of them, and who has any
 * has thousands of ports.
 */
export const networkOf = (address: string): string => {
  const host = withoutPort(address);
  if (!ipaddr.isValid(host)) return address;
  const parsed = ipaddr.process(host);
  return parsed instanceof ipaddr.IPv6
    ? `${parsed.parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
    : parsed.toString();
};
