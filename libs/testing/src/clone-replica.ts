import { copyCluster } from './copy-cluster.js';

// The command by which Patroni creates a replica: https://patroni.readthedocs.io/en/latest/replica_bootstrap.html

const options = Object.fromEntries(
  process.argv.slice(2).map((argument) => argument.replace(/^--/, '').split(/=(.*)/).slice(0, 2)),
);
const address = String(options['connstring']);
const { host, port, user } = Object.fromEntries(
  address.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2)),
);
await copyCluster(
  { host, port: Number(port), user, password: process.env['CLONE_PASSWORD'], database: 'postgres' },
  String(options['datadir']),
);
