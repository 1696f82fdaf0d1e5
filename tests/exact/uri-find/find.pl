# Texts on standard input as a JSON array; for each an array of the URLs that URI::Find finds, as it makes them and as they lie.
use strict;
use warnings;
use JSON::PP;
use URI::Find;

local $/;
my $texts = decode_json(<STDIN>);
my @all;
for my $text (@$texts) {
    my @found;
    my $copy = $text;
    my $finder = URI::Find->new(sub { my ($uri, $lies) = @_; push @found, ["$uri", $lies]; $lies });
    $finder->find(\$copy);
    push @all, \@found;
}
print encode_json(\@all), "\n";
