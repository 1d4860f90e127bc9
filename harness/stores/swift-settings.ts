/** How OpenStack Swift is set up for tests: each of its parts once, all in one folder. */
import { userInfo } from 'node:os';

export const REGION = 'us-east-1';
export const CREDENTIALS = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

/** Those that keep something; before them stands the proxy, which speaks S3. */
export const STORES = ['account', 'container', 'object'] as const;
export type Store = (typeof STORES)[number];

/** Its own half a second is too short on a busy machine: a listing would then miss a file for good. */
const PATIENCE = `conn_timeout = 10
node_timeout = 60
container_update_timeout = 60
`;

const common = (folder: string, port: number) => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
workers = 0
log_level = ERROR
`;

export const storeSettings = (
  part: Store,
  folder: string,
  port: number,
) => `${common(folder, port)}devices = ${folder}/devices
mount_check = false
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
${PATIENCE}`;

export const proxySettings = (folder: string, port: number) => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 0
${PATIENCE}[filter:catch_errors]
use = egg:swift#catch_errors
# Who is who must be looked for in a cache first; that there is none is no hindrance.
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = ${REGION}
allowable_clock_skew = 1000000
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = ${CREDENTIALS.secretAccessKey} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
`;

/** Python reads it by itself at its start: it ends with whoever started it, and has a clock that may be ahead. */
export const CUSTOMS = `
import _thread, os, time
def end(pipe, read=os.read, leave=os._exit):
    read(pipe, 1)
    leave(1)
_thread.start_new_thread(end, (os.dup(0),))
ahead, now = float(os.environ['SECONDS_AHEAD']), time.time
time.time = lambda: now() + ahead
`;

/** What swift-ring-builder does, in one process: each kind of record is on the only device, once. */
export const MAKE_RINGS = `
import sys
from swift.common.ring import RingBuilder
for part, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(2, 1, 1)
    builder.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=int(port), device='one', weight=1))
    builder.rebalance()
    builder.get_ring().save(part + '.ring.gz')
`;
