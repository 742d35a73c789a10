import assert from 'node:assert/strict';
import test from 'node:test';
import { hostRule } from '../src/lib/guarded-fetch/allowed-hosts.js';
import { isPublicAddress } from '../src/lib/guarded-fetch/public-address.js';

test('public internet addresses are distinguished from all others', () => {
  const open = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '168.63.129.15',
    '168.63.129.17',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2001:4860:4860::8888',
  ];
  for (const address of open) assert.equal(isPublicAddress(address), true, address);
  const closed = [
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '100.100.100.200',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:8.8.8.8',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700:4700::1111%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    '',
    'localhost',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '8.8.8.8 ',
    '8.8.8',
    '008.8.8.8',
  ];
  for (const address of closed) assert.equal(isPublicAddress(address), false, address);
});

test('a list entry matches the exact host, or all subdomains', () => {
  const isAllowed = hostRule([
    'cdn.example.com',
    '*.images.example',
    'CASE.Example',
    'bücher.example',
    '192.0.2.1',
    '[::1]',
  ]);
  for (const host of [
    'cdn.example.com',
    'a.images.example',
    'a.b.images.example',
    'case.example',
    'xn--bcher-kva.example',
    '192.0.2.1',
    '[::1]',
  ])
    assert.equal(isAllowed(host), true, host);
  for (const host of [
    'example.com',
    'a.cdn.example.com',
    'cdn.example.com.',
    'images.example',
    'ximages.example',
    'images.example.evil.example',
    '192.0.2.2',
    '',
  ])
    assert.equal(isAllowed(host), false, host);
  assert.equal(hostRule([])('cdn.example.com'), false);
});

test('an invalid entry is named in the error', () => {
  for (const entry of [
    '',
    '*',
    '*.',
    '*.com',
    'https://a.example',
    'a.example/x',
    'a.example:8080',
    'a.example:80',
    'a.*.example',
    'user@a.example',
    'a b',
    '*.192.0.2.1',
    '*.[::1]',
    'a.example?',
    '%61.example',
  ])
    assert.throws(
      () => hostRule([entry]),
      { name: 'HostError', message: new RegExp(`^'${entry.replace(/[*?.[\]/]/g, '\\$&')}' is no host`) },
      entry,
    );
});
